"""Prints the prices of the Python package genai-prices as JSON: vendor, then id, then USD a million tokens or a thousand calls.

Standard input has ids by vendor, as JSON: a model that the package knows by another id is printed under that one too. Prices may depend on the day and on tiers of the input. Those of today without any condition are printed; a tier that begins
above so many tokens is under `tiers`.
"""

import datetime
import json
import sys
from decimal import Decimal

from genai_prices.data import providers
from genai_prices.types import ConditionalPrice, ModelPrice, TieredPrices

fields = (
    "input_mtok",
    "cache_read_mtok",
    "cache_write_mtok",
    "cache_write_1h_mtok",
    "output_mtok",
    "input_audio_mtok",
    "output_audio_mtok",
    "web_searches_kcount",
    "storage_searches_kcount",
)


def today(prices):
    """Returns the one of several prices that holds today, or the only one."""
    if isinstance(prices, ModelPrice):
        return prices
    day = datetime.date.today()
    held = None
    for one in prices:
        constraint = one.constraint if isinstance(one, ConditionalPrice) else None
        if constraint is None:
            held = held or one.prices
        elif getattr(constraint, "start_date", None) is None:
            return None  # by the hour of the day
        elif constraint.start_date <= day:
            held = one.prices
    return held


def number(value):
    return float(value) if isinstance(value, (Decimal, int, float)) else None


def entry(model):
    """Returns what is printed of a model; None where its price depends on more than the day."""
    price = today(model.prices)
    if price is None:
        return None
    rates, tiers = {}, {}
    for name in fields:
        value = getattr(price, name, None)
        if isinstance(value, TieredPrices):
            rates[name] = number(value.base)
            for tier in value.tiers:
                tiers.setdefault(str(tier.start), {})[name] = number(tier.price)
        elif number(value) is not None:
            rates[name] = number(value)
    return {"rates": rates, "tiers": tiers, "context": model.context_window}


asked = json.load(sys.stdin)
found = {}
for provider in providers:
    if provider.id not in asked:
        continue
    models = found.setdefault(provider.id, {})
    for model in provider.models:
        models[model.id] = entry(model)
    for name in asked[provider.id]:
        model = provider.find_model(name)
        if model is not None:
            models[name] = entry(model)
print(json.dumps({vendor: {name: one for name, one in models.items() if one} for vendor, models in found.items()}))
