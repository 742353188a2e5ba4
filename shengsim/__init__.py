"""shengsim: a rules laboratory for Chinese and Japanese card games."""

__version__ = "0.1.0"
