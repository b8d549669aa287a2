case
    when probability <= 0 or probability >= 1 then null
    when probability > 0.5 then -(ln(1 - probability) - ln(0.5)) / (2 * ln(0.75))
    else (ln(probability) - ln(0.5)) / (2 * ln(0.75)) + 0.0
end
