"""The page of a campaign: what was judged, how many, how long, on which commit. See campaign.py."""
import datetime

WORDS = """# Campaigns

What `./dev campaign [HOURS]` ran last, written by it. A campaign takes the tests as they are and gives them more draws: `TOCCA_FULL=1` for many cases, `TOCCA_PIECE=k` for
draws that no other piece has. It runs in pieces of minutes, remembers those that were finished on this commit, and goes on where it stopped; a piece that fails prints its seed.
What is judged, and by whom, is said in [the promise](promise.md); the stages stand in `tools/campaign.json`.
"""


def write(path, commit, campaign):
    day = datetime.date.today().isoformat()
    lines = [WORDS, f"Commit {commit}, {day}.", "", "| stage | pieces finished | failed | cut off after an hour | machine time |",
             "|---|--:|--:|--:|--:|"]
    for stage in campaign.stages:
        own = [r for r in campaign.records if r["stage"] == stage["name"]]
        count = lambda outcome: sum(r["outcome"] == outcome for r in own)
        lines.append(f"| {stage['name']} | {count('passed')}{of_how_many(stage, campaign)} | {count('failed')} | {count('cut off')} "
                     f"| {duration(sum(r['seconds'] for r in own))} |")
    lines += judged_table(campaign.records) + failures(campaign.records)
    path.write_text("\n".join(lines) + "\n")


def of_how_many(stage, campaign):
    """Stages of one round have an end; the others go on drawing."""
    if stage["name"] not in campaign.planned:
        return ", the rest not reached" if stage["rounds"] == 1 else ""
    return f" of {campaign.planned[stage['name']]}" if stage["rounds"] == 1 else ""


def judged_table(records):
    sums = {}
    for record in records:
        for line in record["judged"]:
            row = sums.setdefault((line["judge"], line["test"]), dict.fromkeys(("pieces", *COLUMNS), 0))
            row["pieces"] += 1
            for column in COLUMNS:
                row[column] += line[column]
    if not sums:
        return []
    total = {column: sum(row[column] for row in sums.values()) for column in ("pieces", *COLUMNS)}
    lines = ["", f"**{total['segments']:,} segments judged, {total['wrong']:,} wrong.**", "",
             "| test | judge | pieces | segments | free | contact | undecided | wrong | time |", "|---|---|--:|--:|--:|--:|--:|--:|--:|"]
    for (judge, test), row in sorted(sums.items()):
        lines.append(f"| {test} | {judge} | {cells(row)} |")
    lines.append(f"| all | | {cells(total)} |")
    return lines


COLUMNS = ("segments", "free", "contact", "undecided", "wrong", "seconds")


def cells(row):
    return " | ".join([*(f"{row[c]:,}" for c in ("pieces", *COLUMNS[:-1])), duration(row["seconds"])])


def failures(records):
    failed = [f"- {r['name']}, piece {r['piece']}" for r in records if r["outcome"] == "failed"]
    return ["", "Failed:", *failed] if failed else []


def duration(seconds):
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min" if minutes else f"{seconds:.0f} s"
