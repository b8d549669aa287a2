case
    when rating is null or isnan(rating::double) then null
    when professional and of_scale in ('egf', 'encyclopaedia', 'handbook') then
        greatest(1, least(9, floor(
            (rating + case when of_scale = 'handbook' then 0 else 15 end - 2670) / 30
        )))::integer || 'p'
    when professional then null
    when of_scale = 'egf' then {{ in_marts('rank_of_hundred') }}(100 * floor((rating + 50) / 100))
    when of_scale = 'encyclopaedia' then
        {{ in_marts('rank_of_hundred') }}(greatest(100, least(2700, 100 * floor((rating + 50) / 100))))
    when of_scale = 'handbook' then {{ in_marts('rank_of_hundred') }}(100 * floor(rating / 100))
    when of_scale = 'aga' and rating >= 0 then least(9, greatest(1, floor(rating)))::integer || 'd'
    when of_scale = 'aga' then least(30, greatest(1, -ceil(rating)))::integer || 'k'
    when of_scale = 'ogs' then {{ in_marts('rank_of_hundred') }}(
        2100 + 100 * (greatest(5, least(38, floor(23.15 * ln(greatest(100, least(6000, rating)) / 525)))) - 30)
    )
end
