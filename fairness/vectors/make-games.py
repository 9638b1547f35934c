#!/usr/bin/env python3
"""Writes games.json beside this script: battles and raffles as the server answers them, computed with nothing of this
package, by Python's own hashlib and hmac. The tests hold the package against the file. Run it again and nothing should
change."""

import datetime
import hashlib
import hmac
import json
import pathlib

MAX_SAFE = 9007199254740991
CASES = [
    # The second wheel has the last item.
    {"caseId": "5", "versionNumber": 3, "flipThreshold": 8000001, "priceCents": 250, "items": [
        ("41", "P250 | Sand Dune", 1, 5000000, 100),
        ("42", "AK-47 | Redline", 5000001, 8000000, 101),
        ("43", "Karambit | Doppler", 8000001, 10000000, 90071),
    ]},
    # Whoever opens this one is tied with everybody who does.
    {"caseId": "6", "versionNumber": 1, "flipThreshold": None, "priceCents": 100, "items": [
        ("51", "Sticker", 1, 10000000, 7),
    ]},
]


def seed(label):
    return hashlib.sha256(label.encode()).hexdigest()


def commitment(server_seed):
    return hmac.new(server_seed.encode(), b"", hashlib.sha256).hexdigest()


def roll(server_seed, client_seed, nonce, most):
    message = f"{client_seed}:{nonce}".encode()
    value = int(hmac.new(server_seed.encode(), message, hashlib.sha256).hexdigest()[:13], 16)
    assert value < MAX_SAFE // most * most
    return value % most + 1


# Rounds that drand's quicknet has published, as its relays tell them, and what /info says of the chain.
QUICKNET = {
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "publicKey": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
                 "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "genesis": 1692803367,
    "period": 3,
}
PUBLISHED = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}


def time_of(number, seconds_before=0):
    """When quicknet publishes the round, or so many seconds earlier."""
    at = QUICKNET["genesis"] + (number - 1) * QUICKNET["period"] - seconds_before
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def beacon(number):
    signature = PUBLISHED[number]
    return {"round": number, "dueAt": time_of(number), "randomness": hashlib.sha256(bytes.fromhex(signature)).hexdigest(),
            "signature": signature, "chain": QUICKNET}


def draw(case, rolled):
    for item_id, name, start, end, cents in case["items"]:
        if start <= rolled <= end:
            return item_id, name, cents
    raise AssertionError(rolled)


def derived_seed(tie_hash, hashes, given):
    """What nobody chose: the tie, then the hashes of each seat, then the client seed given for each, a line each."""
    lines = [b"tie:" + tie_hash.encode()]
    lines += [b"%d:%s" % (seat, "".join(hashes[seat]).encode()) for seat in sorted(hashes)]
    lines += [b"%d:%s" % (seat, (given.get(seat) or ("",))[0].encode()) for seat in sorted(hashes)]
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def battle(number, mode, seat_count, is_teams, rounds, with_beacon, bots=None, given=None, delay=None):
    """`rounds` are indexes into CASES. Where `bots` are named, the battle is bound at its creation: a set of seats. `given`
    are the client seeds that people gave, by seat, each with where it came from. Otherwise it is from before that. With a
    `delay` the round follows from the start; its number must be odd."""
    label = f"battle {number}"
    is_bound = bots is not None
    bots = {4} if bots is None else bots
    given = given or {}
    beacon_round = beacon(1000 if number % 2 else 657413) if with_beacon else None
    first_nonce = lambda seat: 1 if is_bound and seat in bots else 10 * seat
    seeds = {seat: [seed(f"{label} seat {seat} round {index}") for index in range(len(rounds))]
             for seat in range(1, seat_count + 1)}
    # Of seats that people took the seeds that a bot would have had are never played.
    bot_seeds = {seat: seeds[seat] if seat in bots else [seed(f"{label} unplayed {seat} {index}") for index in range(len(rounds))]
                 for seat in range(2, seat_count + 1)}
    bot_hashes = {seat: [commitment(each) for each in own] for seat, own in bot_seeds.items()}
    fixed = {1: [commitment(each) for each in seeds[1]], **bot_hashes}
    derived = derived_seed(commitment(seed(f"{label} tie")), fixed, given)
    drops = {}  # (seat, round) -> roll
    for seat in range(1, seat_count + 1):
        for index, case_index in enumerate(rounds):
            nonce = first_nonce(seat) + index
            server_seed = seeds[seat][index]
            if with_beacon:
                client_seed, source = beacon_round["randomness"], "BEACON"
            elif is_bound:
                client_seed, source = given[seat] if seat in given and seat not in bots else (derived, "DERIVED")
            elif seat == 1:
                client_seed, source = f"São Paulo {number} 🎲", "REQUEST"
            else:
                client_seed, source = seed(f"{label} client {seat} {index}"), "SERVER"
            case = CASES[case_index]
            rolled = roll(server_seed, client_seed, nonce, 10000000)
            item_id, name, cents = draw(case, rolled)
            threshold = case["flipThreshold"]
            drops[seat, index + 1] = {
                "seat": seat, "nonce": nonce, "serverSeed": server_seed, "serverSeedHash": commitment(server_seed),
                "clientSeed": client_seed, "clientSeedSource": source, "roll": rolled, "itemId": item_id,
                "itemName": name, "valueCents": str(cents), "isFlip": threshold is not None and rolled >= threshold,
            }
    seats = range(1, seat_count + 1)
    team_of = {seat: (1 if seat < 3 else 2) if is_teams else seat for seat in seats}
    teams = sorted(set(team_of.values()))
    cents_of = lambda seat, index: int(drops[seat, index]["valueCents"])
    counted = [len(rounds)] if mode == "TERMINAL" else range(1, len(rounds) + 1)
    score = {team: sum(cents_of(s, r) for s in seats if team_of[s] == team for r in counted) for team in teams}
    pot = sum(cents_of(s, r) for s, r in drops)

    tie_seed = seed(f"{label} tie")
    tie = {"serverSeedHash": commitment(tie_seed), "contenders": None, "serverSeed": tie_seed, "clientSeed": None,
           "nonce": 1, "roll": None, "team": None}
    best = (min if mode == "CRAZY" else max)(score.values())
    first = [team for team in teams if score[team] == best]
    winner = None if mode == "SHARED" else first[0]
    if mode != "SHARED" and len(first) > 1:
        every = "\n".join(drops[s, r]["clientSeed"] for s, r in sorted(drops))
        client_seed = beacon_round["randomness"] if with_beacon else hashlib.sha256(every.encode()).hexdigest()
        rolled = roll(tie_seed, client_seed, 1, len(first))
        winner = first[rolled % len(first)]
        tie.update(contenders=first, clientSeed=client_seed, roll=rolled, team=winner)

    gets = {seat: [] for seat in seats}
    for seat, index in sorted(drops):
        if winner is None:
            continue
        owner = winner if not is_teams else seat if team_of[seat] == winner else {1: 3, 2: 4, 3: 1, 4: 2}[seat]
        gets[owner].append({"seat": seat, "round": index})
    paid = {s: (pot // seat_count + (s <= pot % seat_count)) if mode == "SHARED" else 0 for s in seats}
    used = [CASES[index] for index in sorted(set(rounds))]
    valued = lambda cents: {"valueCents": str(cents)} if is_bound else {}
    if is_bound:
        tie["committedAt"] = time_of(1000, 61)
    times = {"createdAt": time_of(1000, 62), "startedAt": time_of(1000, 40), "endedAt": time_of(1000, 40)} if is_bound else {}
    if delay:
        # One second later the round before would not do, nor would this one three seconds earlier.
        times.update(startedAt=time_of(1000, delay + 1), endedAt=time_of(1000, -1), beaconDelaySeconds=delay)
    bot_name = lambda s: {"botName": f"Bot {s}" if s in bots else None} if delay else {}
    told_seat = lambda s: {**bot_name(s), "clientSeed": given.get(s, (None, None))[0],
                           "clientSeedSource": given.get(s, (None, None))[1]} if is_bound else {}
    told_bots = {"botSeats": [{"seat": s, "serverSeedHashes": hashes, "committedAt": time_of(1000, 61)}
                              for s, hashes in bot_hashes.items()]} if is_bound else {}
    return {
        **times, **told_bots,
        "id": str(number), "mode": mode, "status": "COMPLETED", "isTeams": is_teams, "seatCount": seat_count,
        "isPrivate": False, "entryPriceCents": str(sum(CASES[index]["priceCents"] for index in rounds)),
        "randomness": "drand" if with_beacon else "server", "beacon": beacon_round,
        "cases": [{"round": at + 1, "caseId": CASES[index]["caseId"], "versionNumber": CASES[index]["versionNumber"],
                   "priceCents": str(CASES[index]["priceCents"])} for at, index in enumerate(rounds)],
        "versions": [{"caseId": case["caseId"], "versionNumber": case["versionNumber"],
                      "flipThreshold": case["flipThreshold"],
                      "items": [{"itemId": i, "name": n, "hashRangeStart": a, "hashRangeEnd": b, **valued(c)}
                                for i, n, a, b, c in case["items"]]} for case in used],
        "seats": [{"seat": s, "team": team_of[s], "isBot": s in bots, "user": None if s in bots else {"id": str(100 + s)},
                   "takenAt": time_of(1000, 60 - s), **told_seat(s), "firstNonce": first_nonce(s), "totalCents": str(sum(cents_of(s, r + 1) for r in range(len(rounds)))),
                   "serverSeedHashes": [drops[s, r + 1]["serverSeedHash"] for r in range(len(rounds))],
                   "isWinner": winner in (None, team_of[s]), "paidCents": str(paid[s])} for s in seats],
        "rounds": [{"round": r + 1, "rolls": [drops[s, r + 1] for s in seats]} for r in range(len(rounds))],
        "tieBreak": tie,
        "result": {"winningTeam": winner, "potCents": str(pot),
                   "prizes": [{"seat": s, "drops": gets[s], "paidCents": str(paid[s])} for s in seats]},
    }


def battle_leaves(told):
    """What the public log must have had of a battle before its round: its terms, and its seats."""
    by_seat = sorted(told["seats"], key=lambda seat: seat["seat"])
    terms = ["BATTLE_TERMS", told["id"], None, told["mode"], told["isTeams"], told["seatCount"], told["randomness"],
             told["entryPriceCents"], told["tieBreak"]["serverSeedHash"],
             [[each["caseId"], each["versionNumber"], each["priceCents"]] for each in told["cases"]],
             [[each["caseId"], each["versionNumber"], [[item["itemId"], item["valueCents"]] for item in each["items"]]]
              for each in told["versions"]],
             told["beaconDelaySeconds"]]
    seats = ["BATTLE_SEATS", told["id"], None, told["beacon"]["round"],
             [[each["seat"], each["user"] and each["user"]["id"], each["botName"], each["firstNonce"]] for each in by_seat],
             ["".join(each["serverSeedHashes"]) for each in by_seat], told["startedAt"]]
    return [compact(terms), compact(seats)]


def raffle_leaves(told):
    """The same of a raffle: its terms, and its list of tickets."""
    terms = ["RAFFLE_TERMS", told["id"], told["ticketPriceCents"], told["maxTickets"], told["maxTicketsPerUser"],
             told["randomness"], [[each["displayOrder"], each["item"]["id"], each["serverSeedHash"]] for each in told["prizes"]],
             told["beaconDelaySeconds"], told["closesAt"]]
    tickets = ["TICKET_LISTS", told["id"], told["ticketListHash"], told["closedAt"], told["beacon"]["round"]]
    return [compact(terms), compact(tickets)]


def compact(leaf):
    return json.dumps(leaf, ensure_ascii=False, separators=(",", ":"))


def raffle(number, purchases, orders, with_beacon, delay=None):
    """`purchases` are (user, count); the tickets are numbered in order of sale. With a `delay` the round follows from the
    close; the number must be odd then."""
    owners = [user for user, count in purchases for _ in range(count)]
    tickets = "".join(f"{index + 1}:{user}\n" for index, user in enumerate(owners))
    list_hash = hashlib.sha256(tickets.encode()).hexdigest()
    beacon_round = beacon(1000 if number % 2 else 657413) if with_beacon else None
    client_seed = (beacon_round["randomness"] if with_beacon else list_hash) if owners else None
    eligible = list(enumerate(owners, 1))
    prizes = []
    for order in orders:
        server_seed = seed(f"raffle {number} prize {order}")
        prize = {"displayOrder": order, "nonce": order + 1, "serverSeed": server_seed,
                 "serverSeedHash": commitment(server_seed), "eligibleTickets": len(eligible),
                 "roll": None, "winningIndex": None, "winningTicket": None, "winner": None}
        if eligible:
            rolled = roll(server_seed, client_seed, order + 1, len(eligible))
            index = rolled % len(eligible)
            ticket, user = eligible[index]
            prize.update(roll=rolled, winningIndex=index, winningTicket=ticket, winner={"id": user, "username": user})
            eligible = [each for each in eligible if each[1] != user]
        prizes.append(prize)
    told = {"id": str(number), "status": "COMPLETED", "ticketsSold": len(owners), "clientSeed": client_seed,
            "ticketListHash": list_hash if owners else None, "closedAt": time_of(1000, 8),
            "randomness": "drand" if with_beacon else "server", "beacon": beacon_round if owners else None,
            "prizes": prizes}
    if delay:
        told.update(closedAt=time_of(1000, delay), closesAt=time_of(1000, delay), beaconDelaySeconds=delay,
                    ticketPriceCents="100", maxTickets=len(owners) + 1, maxTicketsPerUser=None)
        for prize in prizes:
            prize["item"] = {"id": "41"}
    return {"raffle": told, "tickets": tickets}


games = {
    "battles": [
        battle(1, "NORMAL", 2, False, [0, 1, 0, 0, 0], False),
        battle(2, "NORMAL", 2, False, [1], False),
        battle(3, "CRAZY", 3, False, [0, 0, 0], False),
        battle(4, "CRAZY", 4, False, [1, 1], False),
        battle(5, "TERMINAL", 4, False, [0, 1], False),
        battle(6, "TERMINAL", 3, False, [0, 0], False),
        battle(7, "SHARED", 2, False, [0, 1, 1], False),
        battle(8, "SHARED", 4, True, [0, 1, 0], False),
        battle(9, "NORMAL", 4, True, [0, 0, 1], False),
        battle(10, "CRAZY", 4, True, [0, 0], False),
        battle(11, "TERMINAL", 4, True, [0, 1], True),
        battle(12, "NORMAL", 2, False, [0, 0], True),
        battle(13, "SHARED", 3, False, [0], True),
        battle(20, "NORMAL", 4, True, [1, 1], False),
        battle(21, "SHARED", 4, False, [0, 0], False),
        battle(22, "SHARED", 4, True, [0, 0, 0], False),
        *(battle(number, "NORMAL", 4, False, [1], False) for number in range(14, 20)),
        battle(30, "NORMAL", 2, False, [0, 1, 0], False, {2}),
        battle(31, "NORMAL", 2, False, [0, 0], False, {2}, {1: ("of Ana", "REQUEST"), 2: ("São Paulo 🎲", "REQUEST")}),
        battle(32, "CRAZY", 3, False, [0, 1], False, {2}, {1: ("of Ana", "ACCOUNT"), 3: ("of Bia", "REQUEST")}),
        battle(33, "TERMINAL", 4, True, [0, 0, 0], False, {3, 4}, {2: ("1:2", "ACCOUNT")}),
        battle(34, "SHARED", 3, False, [0], False, set()),
        battle(35, "NORMAL", 4, False, [1], False, {2, 4}, {3: ("of Caio", "REQUEST"), 4: ("given later", "REQUEST")}),
        battle(36, "NORMAL", 3, False, [0, 0], True, {3}, {1: ("of Ana", "REQUEST")}),
        battle(37, "NORMAL", 2, False, [0, 1, 0], False, set(), {1: ("a", "REQUEST"), 2: ("b", "REQUEST")}),
        battle(39, "NORMAL", 2, False, [0, 1, 0], True, set(), {1: ("of Ana", "REQUEST")}, 30),
        battle(41, "CRAZY", 4, True, [0, 0], True, {2, 3}, None, 20),
    ],
    "raffles": [
        raffle(1, [("7", 2), ("9", 1)], [0, 1, 2], False),
        raffle(2, [(str(100 + n * n % 23), n % 5 + 1) for n in range(40)], [0, 1, 2, 5, 9, 98], False),
        raffle(3, [("7", 12), ("12", 1), ("7", 3), ("104", 20), ("9", 1)], [3, 4], True),
        raffle(4, [], [0, 1], False),
        raffle(5, [("7", 3), ("12", 1), ("9", 2)], [0, 1], True, 45),
    ],
}
# What the public log must have had of the games whose round follows from their terms.
games["leaves"] = [
    *(leaf for each in games["battles"] if "beaconDelaySeconds" in each for leaf in battle_leaves(each)),
    *(leaf for each in games["raffles"] if "beaconDelaySeconds" in each["raffle"] for leaf in raffle_leaves(each["raffle"])),
]
target = pathlib.Path(__file__).with_name("games.json")
target.write_text(json.dumps(games, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
