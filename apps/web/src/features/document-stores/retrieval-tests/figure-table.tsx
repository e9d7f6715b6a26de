import { Table } from '@mantine/core'
import type { RetrievalTest, SearchFigures } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../ui/format-time.ts'
import { TablePanel } from '../../../ui/table-panel.tsx'
import { useVariantName } from './use-variant-name.ts'

const SHARES = ['recall', 'precision', 'mrr', 'ndcg'] as const
/** What is less than this is no change. */
const NOTHING = 0.005

interface FigureTableProps {
  run: RetrievalTest
  /** The run before it, with which the store itself is compared. */
  before: RetrievalTest | undefined
  when: string
}

/** The figures of a run, a row for each setting; the store as it was set is compared with the run before. */
export function FigureTable({ run, before, when }: FigureTableProps) {
  const { t, i18n } = useTranslation('retrieval-tests')
  const nameOf = useVariantName()
  const number = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const change = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'always',
  })
  const old = before?.variants[0]?.figures
  const changeOf = (figures: SearchFigures, figure: (typeof SHARES)[number]) => {
    const moved = old ? figures[figure] - old[figure] : 0
    return Math.abs(moved) < NOTHING ? null : (
      <span className="test-change" data-better={moved > 0 || undefined}>
        {t('figures.change', { change: change.format(moved) })}
      </span>
    )
  }
  return (
    <TablePanel label={t('figures.label', { when })} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('figures.setting')}</Table.Th>
          {SHARES.map((figure) => (
            <Table.Th key={figure} title={t(`figures.help.${figure}`)}>
              {t(`figures.${figure}`)}
            </Table.Th>
          ))}
          <Table.Th>{t('figures.time')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {run.variants.map((variant, index) => (
          // Settings have no id: they stand in the order in which they were given.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <Table.Tr key={index}>
            <Table.Td>
              {nameOf(variant, index)}
              <span className="store-note test-facts">{t('figures.k', { k: variant.k })}</span>
            </Table.Td>
            {SHARES.map((figure) => (
              <Table.Td key={figure} className="test-figure">
                {variant.figures ? number.format(variant.figures[figure]) : '–'}
                {variant.figures && index === 0 ? changeOf(variant.figures, figure) : null}
              </Table.Td>
            ))}
            <Table.Td className="test-figure">
              {variant.figures ? formatDuration(variant.figures.p50, i18n.language) : '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}
