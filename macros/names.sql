{#
    The form in which searching compares spellings of a name (the function search_key tells what it leaves aside), as an
    expression over a column or parameter.
#}
{% macro search_key_of(spelling) -%}
{% set kanji = [
    '亞亜惡悪壓圧圍囲醫医爲為壹壱飮飲隱隠榮栄營営銳鋭衞衛驛駅悅悦閱閲圓円鹽塩緣縁艷艶應応歐欧毆殴櫻桜奧奥橫横溫温穩穏假仮價価畫画會会繪絵壞壊懷懐槪概擴拡殼殻覺覚學学嶽岳樂楽渴渇罐缶卷巻陷陥勸勧寬寛關関歡歓',
    '觀観顏顔氣気歸帰龜亀僞偽戲戯犧犠舊旧據拠擧挙虛虚峽峡挾挟狹狭敎教鄕郷曉暁區区驅駆勳勲薰薫徑径莖茎惠恵揭掲溪渓經経螢蛍輕軽繼継鷄鶏藝芸擊撃缺欠硏研縣県儉倹劍剣險険圈圏檢検獻献權権顯顕驗験嚴厳戶戸吳呉娛娯',
    '廣広效効恆恒黃黄鑛鉱號号吿告國国黑黒碎砕濟済齋斎歲歳劑剤雜雑參参棧桟蠶蚕慘惨產産贊賛殘残絲糸齒歯兒児辭辞濕湿實実寫写舍舎釋釈壽寿收収從従澁渋獸獣縱縦肅粛處処緖緒敍叙尙尚將将稱称涉渉燒焼證証奬奨條条狀状',
    '乘乗淨浄剩剰疊畳繩縄壤壌孃嬢讓譲釀醸觸触囑嘱眞真寢寝愼慎盡尽圖図粹粋醉酔穗穂隨随髓髄樞枢數数瀨瀬聲声靑青齊斉淸清靜静稅税竊窃攝摂說説絕絶專専淺浅戰戦踐践錢銭潛潜纖繊禪禅雙双壯壮爭争莊荘搜捜插挿巢巣曾曽',
    '瘦痩裝装總総騷騒增増藏蔵臟臓卽即屬属續続墮堕對対體体帶帯滯滞臺台瀧滝擇択澤沢脫脱擔担單単膽胆團団斷断彈弾遲遅癡痴蟲虫晝昼鑄鋳廳庁徵徴聽聴敕勅鎭鎮遞逓鐵鉄點点轉転傳伝燈灯當当黨党盜盗稻稲鬭闘德徳獨独讀読',
    '屆届內内貳弐惱悩腦脳霸覇拜拝廢廃賣売麥麦發発髮髪拔抜晚晩蠻蛮祕秘濱浜甁瓶拂払佛仏倂併竝並餠餅邊辺變変步歩舖舗寶宝豐豊襃褒沒没飜翻每毎萬万滿満麵麺默黙彌弥譯訳藥薬與与豫予餘余譽誉搖揺樣様謠謡來来賴頼亂乱',
    '覽覧龍竜兩両獵猟綠緑淚涙壘塁禮礼勵励戾戻靈霊隸隷齡齢曆暦歷歴戀恋鍊錬爐炉勞労郞郎樓楼籠篭錄録灣湾堯尭巖巌彥彦檜桧槇槙瑤瑶禰祢禱祷祿禄穰穣聰聡遙遥穎頴鷗鴎鶯鴬麴麹繡繍蔣蒋屛屏幷并蘆芦彎弯礦砿讚讃顚顛巓巔',
    '繫繋藪薮嬀媯驒騨亙亘凜凛晄晃晉晋萠萌髙高﨑崎嵜崎碕崎邉辺濵浜嶋島嶌島桒桑栁柳冨富曻昇𠮷吉埜野㐂喜槗橋逹達舘館瀞静凉涼脩修峯峰羣群畧略鄰隣',
] | join %}
{% set kana = [
    'ァィゥェォッャュョヮヵヶアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン',
    'ぁぃぅぇぉっゃゅょゎゕゖあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん',
] %}
{% set half_width = [
    'ｧｨｩｪｫｯｬｭｮｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ',
    'ぁぃぅぇぉっゃゅょあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん',
] %}
{% set latin = [
    'ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９øłđıðþ',
    'abcdefghijklmnopqrstuvwxyz0123456789oldidt',
] %}
{# Marks that leave nothing behind: long vowels in kana, and voicing in half width. #}
{% set dropped = 'ーｰﾞﾟ' %}
{% set sounds = [
    ('ß', 'ss'), ('æ', 'ae'), ('œ', 'oe'),
    ('oh([^aeiouy]|$)', 'o\\1'), ('[^\\p{L}\\p{N}]', ''),
    ('[jz]y([aou])', 'j\\1'), ('zi', 'ji'),
    ('sy([aou])', 'sh\\1'), ('si', 'shi'),
    ('ty([aou])', 'ch\\1'), ('ti', 'chi'), ('cch', 'tch'), ('tu', 'tsu'),
    ('(^|[^cs])hu', '\\1fu'),
    ('m([bmp])', 'n\\1'),
    ('o[ou]+', 'o'), ('uu', 'u'),
] %}
{% for _ in sounds %}
regexp_replace(
{% endfor %}
    translate(
        strip_accents(lower(nfc_normalize({{ spelling }}))),
        '{{ kanji[::2] ~ kana[0] ~ half_width[0] ~ latin[0] ~ dropped }}',
        '{{ kanji[1::2] ~ kana[1] ~ half_width[1] ~ latin[1] }}'
    )
    {% for sound, hepburn in sounds %}
, '{{ sound }}', '{{ hepburn }}', 'g')
{% endfor %}
{%- endmacro %}

{#
    In Latin letters the family name may come first or last: the spellings of a relation with the columns player_id and
    alias in the orders that they are not written in. CTE body with the same columns.
#}
{% macro other_orders(relation) %}
    select
        player_id,
        unnest([
            array_to_string(words[2:] || words[:1], ' '),
            array_to_string(words[-1:] || words[:-2], ' ')
        ]) as alias
    from (
        select
            player_id,
            regexp_split_to_array(trim(alias), '[\s,]+') as words
        from {{ relation }}
        where regexp_matches(alias, '\p{Latin}') and regexp_matches(trim(alias), '\s')
    )
{% endmacro %}
