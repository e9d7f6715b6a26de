import { Table } from '@mantine/core'
import type { RetrievalTest } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../ui/format-time.ts'
import { TablePanel } from '../../../ui/table-panel.tsx'
import { useNamedVariants } from './use-named-variants.ts'

const SHARES = ['recall', 'precision', 'mrr', 'ndcg'] as const
/** What is less than this is no change. */
const NOTHING = 0.005

interface FigureTableProps {
  run: RetrievalTest
  when: string
}

/** The figures of a run, a row for each setting; the store as it was set is compared with the run before. */
export function FigureTable({ run, when }: FigureTableProps) {
  const { t, i18n } = useTranslation('retrieval-tests')
  const variants = useNamedVariants(run)
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const number = new Intl.NumberFormat(i18n.language, digits)
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
        {variants.map(({ key, title, k, figures, isStore }) => (
          <Table.Tr key={key}>
            <Table.Td className="test-setting">
              {title}
              <span className="store-note test-facts">{t('figures.k', { k })}</span>
            </Table.Td>
            {SHARES.map((figure) => (
              <Table.Td key={figure} className="test-figure">
                {figures ? number.format(figures[figure]) : '–'}
                {isStore ? <Change by={run.change?.[figure] ?? 0} /> : null}
              </Table.Td>
            ))}
            <Table.Td className="test-figure">
              {figures ? formatDuration(figures.p50, i18n.language) : '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}

/** How far a figure moved since the run before; nothing where it did not. */
function Change({ by }: { by: number }) {
  const { t, i18n } = useTranslation('retrieval-tests')
  if (Math.abs(by) < NOTHING) return null
  const number = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'always',
  })
  return (
    <span className="test-change" data-better={by > 0 || undefined} title={t('figures.changeHelp')}>
      {t('figures.change', { change: number.format(by) })}
    </span>
  )
}
