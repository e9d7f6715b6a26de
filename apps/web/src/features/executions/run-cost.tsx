import type { Execution } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatCost } from '../../ui/format-cost.ts'
import { executionStepsQuery } from './execution-queries.ts'
import { sumCosts } from './sum-costs.ts'

/** What a run cost: whole, at least so much where a price is unknown, or that none is known. */
export function RunCost({ run }: { run: Execution }) {
  const { t, i18n } = useTranslation('executions')
  const { data: steps } = useQuery(executionStepsQuery(run.id, run.state))
  const { known, unpriced } = sumCosts(steps ?? [])
  const cost = run.totalCost ?? known
  if (cost === undefined) return unpriced > 0 ? t('cost.unknown') : '–'
  const told = formatCost(cost, i18n.language)
  return unpriced > 0 ? t('cost.atLeast', { cost: told, count: unpriced }) : told
}
