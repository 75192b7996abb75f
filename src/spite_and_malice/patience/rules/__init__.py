"""The rules of patience: their fields and refusals, the presets, the rules in words (PATIENCE.md section 2)."""

from spite_and_malice.patience.rules.fields import FIELDS, Field
from spite_and_malice.patience.rules.model import Rules
from spite_and_malice.patience.rules.presets import KLONDIKE, PRESETS, Preset, name_of, preset_of, preset_rules
from spite_and_malice.patience.rules.words import describe, describe_by_topic

__all__ = ["FIELDS", "KLONDIKE", "PRESETS", "Field", "Preset", "Rules"]
__all__ += ["describe", "describe_by_topic", "name_of", "preset_of", "preset_rules"]
