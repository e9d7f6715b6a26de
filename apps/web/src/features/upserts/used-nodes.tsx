import type { HistoryNode } from '@runnel/contract'
import './upserts.css'

/** The nodes that take part in an upsert, with what is set in them. */
export function UsedNodes({ nodes }: { nodes: readonly HistoryNode[] }) {
  return nodes.map(({ id, name, label, paramValues }) => (
    <div key={`${id} ${name}`} className="used-node">
      <strong>{label}</strong>
      <dl className="upsert-terms">
        {paramValues.map(({ name: param, label: paramLabel, value }) => (
          <div key={param}>
            <dt>{paramLabel}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}
