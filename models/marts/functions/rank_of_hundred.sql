case
    when hundred >= 2100 then least((hundred - 2000) // 100, 9)::integer || 'd'
    else least((2100 - hundred) // 100, 30)::integer || 'k'
end
