import type { DocumentStore } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import '../../ui/usage/usage.css'

/** The flows that use a store, by name where they are known. */
export function namedFlows({ whereUsed }: Pick<DocumentStore, 'whereUsed'>): { id: string; name: string }[] {
  return whereUsed.map((flow) => (typeof flow === 'string' ? { id: flow, name: flow } : flow))
}

/** Links to the flows that use a store. */
export function UsingFlows({ store }: { store: DocumentStore }) {
  return (
    <ul className="using-flows">
      {namedFlows(store).map(({ id, name }) => (
        <li key={id}>
          <Link to="/canvas/$id" params={{ id }} className="row-link">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
