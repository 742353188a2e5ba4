"""``python -m shengsim``."""

from shengsim.cli import main

if __name__ == "__main__":
    main()
