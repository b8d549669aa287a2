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

# Komi is left out or no game's that counts in statistics of komi.
SOURCES = """
    source,source_game_id,played_on,sequence,event,round,black,white,colours,komi,handicap,result
    y:1,2,2004-01-01,1,Draw,1,Ka,La,known,,,B+R
    y%3A1,2,2004-01-02,1,Draw,1,Ka,La,known,,,W+R
    v,a,2004-02-01,2,Draw,,Ka,La,known,,,W+R
    v,b,2004-02-01,1,Draw,,Ka,La,known,,,B+R
    w,a,2004-02-01,1,Draw,,Ka,La,known,,,B+R
    w,b,2004-02-01,2,Draw,,Ka,La,known,,,W+R
    v,c,2004-02-02,1,Draw,1,La,Ka,unknown,,,W+R
    w,c,2004-02-02,1,Draw,1,Ka,La,known,,,B+R
    v,d,2004-02-03,1,Draw,1,Ka,La,known,,,B+F
    w,d,2004-02-03,1,Draw,1,Ka,La,known,5.5,,B+F
    v,e,2004-03-01,1,Long,1,Ka,La,known,,,B+R
    v,f,2004-03-15,1,Long,2,Ka,La,known,,,B+R
    v,g,2004-03-30,1,Long,3,Ka,La,known,,,B+R
    v,h,2004-05-01,1,Stones,1,Na,Oa,known,,,B+R
    v,i,2004-05-02,1,Stones,2,Ma,Oa,known,,,B+R
    v,j,2004-05-02,2,Stones,3,Ma,Na,known,,7,B+R
    v,k,2004-05-03,1,Stones,4,Ma,Na,known,,8,B+R
    v,l,2004-05-04,1,Stones,5,Oa,Pa,known,,,B+R
    v,m,2004-05-04,2,Stones,6,Ma,Pa,known,,9,B+R
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
    "constructor",
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
