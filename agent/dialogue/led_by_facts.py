"""The guide that a stated fact leads to, where the message as a whole sounds like another one of the same service.

"the lead is chewed through"                              to the guide that asks for damage (told_damage.py)
"no device sees the wifi, the pc on the cable is fine"    to the guide that lists "it works by cable, only the Wi-Fi fails"
"only my laptop's wifi fails, by cable it works"          one device: as it sounds
"my tablet can't join the wifi, the pc on cable is fine"  the same: no more than that one is told of
"""

from __future__ import annotations

from agent.conversation import Route, RouteKind
from agent.dialogue.by_cable import ONE, SCOPE
from agent.dialogue.scene import Scene
from agent.dialogue.told_damage import led_by_damage, led_to
from agent.dialogue.topics import Topics
from agent.routing.samples import routable
from agent.scenarios import Scenario
from agent.understanding.facts import WIRED
from agent.understanding.wired import wifi_itself

GUIDED = (RouteKind.SCENARIO, RouteKind.CLARIFY)


def led_by_facts(scene: Scene, route: Route, topics: Topics) -> Route:
    """The route to the guide that asks for what is stated; `route` where none is, or it leads there anyway."""
    led = led_by_damage(scene, route, topics)
    return _led_by_cable(scene, led) if led is route else led


def _led_by_cable(scene: Scene, route: Route) -> Route:
    """Away from a guide for one device, or the question whether it is meant, where not one device is without the Wi-Fi but all are."""
    told = scene.hearing.facts
    if route.kind not in GUIDED or WIRED not in told or told.get(SCOPE) == ONE:
        return route
    if not wifi_itself(scene.message.text, scene.conversation.language):
        return route
    meant = [
        scene.library.get(name or "") for name in (route.target, *(e.target for e in route.alternatives))
    ]
    here = next((each for each in meant if each is not None and each.fulfils(SCOPE, ONE)), None)
    if here is None or (route.kind is RouteKind.SCENARIO and meant[0] is not here):
        return route
    there = [each for each in scene.library.values() if _lists(each, here, told[WIRED])]
    return led_to(route, there[0].id) if len(there) == 1 else route


def _lists(guide: Scenario, here: Scenario, value: object) -> bool:
    """Whether the first question of another guide of the same service has this answer."""
    if guide.id == here.id or guide.problem_type != here.problem_type or not routable(guide):
        return False
    return any(each.id == value for each in guide.steps[0].outcomes)
