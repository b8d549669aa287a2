"""Landing folders that several test files look at, each at rows of its own: built once for all of them.

Every file of games has a source, players and years that no other has.
"""

from __future__ import annotations

# Names are players: there are no tables but games.

BY_HAND = """
    source,source_game_id,played_on,sequence,event,round,black,white,colours,komi,result,is_replay,replay_of
    s,z,2010-01-01,1,Cup,1,Ada,Bo,known,6.5,B+R,,
    s,a,2010-01-01,2,Cup,2,Ada,Cy,known,6.5,W+R,,
    s,b,2010-02-01,1,Cup,1,Ada,Bo,known,6.5,W+R,,
    s,c,2010-03-01,1,Cup,1,Ada,Bo,known,6.5,B+R,,
    s,d,2010-04-01,1,Cup,1,Bo,Cy,unknown,6.5,B+R,,
    s,e,2010-05-01,1,Cup,1,Bo,Cy,known,,Jigo,,
    s,f,2010-05-02,1,Cup,1,Bo,Cy,known,6,B+F,yes,e
    s,g,2010-06,1,Cup,1,Cy,Bo,known,6.5,B+R,,
    t,e,2010-07-01,1,Cup,1,Cy,Di,known,6.5,B+R,,
    t,h,2010-07-02,1,Cup,,Cy,Di,known,5.5,B+R,,
    u,h,2010-07-02,1,Cup,,Cy,Di,known,,B+R,,
    s,i,2012-01-01,1,Cup,1,Di,Ed,known,6.5,B+R,,
    s,j,2014-01-01,1,Cup,01,Ed,Fi,known,6.5,B+R,,
    t,j,2014-01-01,1,Cup,Round 1,Ed,Fi,known,6.5,B+R,,
    s,k,2014-01-02,1,Cup,,Fi,Ed,known,6.5,B+R,,
    s,l,2014-01-02,2,Cup,,Fi,Ed,known,6.5,W+R,,
    t,l,2014-01-02,,Cup,,Fi,Ed,known,6.5,W+R,,
    x:1,2,2014-02-01,1,Cup,1,Ed,Fi,known,6.5,W+R,,
    x,1:2,2014-02-02,1,Cup,1,Gi,Fi,known,6.5,B+R,,
"""

CLUB = """
    source_game_id,played_on,event,black,white,result
    1,2001-01-01,Club Cup,Ann,Bea,B+R
    2,2001-01-02,Club  Cup,Bea,Ｃｅａ,W+2.5
    3,2001-01-03,,Ann,Bea,W+F
    4,2001-01-03,,Ann,?,W+R
"""

ODD_NAMES = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "../../up",
    "Anna",
    "anna",
    "Null",
    "a'b&amp;c",
    "index",
    "W" * 150,
    "棋" * 100,
)
ODD = "\n".join(
    [
        "source_game_id,played_on,black,white,result",
        *(
            f"g{tour}{at},2003-0{tour}-1{at},{name},{other},B+R"
            for tour in (1, 2)
            for at, (name, other) in enumerate(zip(ODD_NAMES, ODD_NAMES[1:] + ODD_NAMES[:1]))
        ),
    ]
)
