import type { HistoryNode } from '@runnel/contract'
import './upserts.css'

/** Blanks alone, as separators are, would not be seen. */
const shown = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value)

/** The nodes that take part in an upsert, with what is set in them. */
export function UsedNodes({ nodes }: { nodes: readonly HistoryNode[] }) {
  return nodes.map(({ id, name, label, paramValues }) => (
    <div key={`${id} ${name}`} className="used-node">
      <strong>{label}</strong>
      <dl className="upsert-terms">
        {paramValues.map(({ name: param, label: paramLabel, value }) => (
          <div key={param}>
            <dt>{paramLabel}</dt>
            <dd>{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}
