import { can, type Principal } from '@runnel/access'
import { type FlowDocument, RunnelError } from '@runnel/contract'
import { namesVariables, walkStrings } from '@runnel/graph'

type Texts = Map<string, Set<string>>

/** The texts of a document that speak of variables, by the node that holds them. */
function textsWithVariables({ nodes }: FlowDocument): Texts {
  const texts: Texts = new Map()
  for (const { id, type, values } of nodes) {
    walkStrings(values, (text) => {
      if (!namesVariables(text)) return
      const place = JSON.stringify([id, type])
      texts.set(place, (texts.get(place) ?? new Set()).add(text))
    })
  }
  return texts
}

/**
 * Refuses a document in which somebody without the right to see variables wrote a text, or code, that names one: by
 * running it they would read it. What stood in the same node before may stay.
 * @throws RunnelError `forbidden`
 */
export function checkNamedVariables(principal: Principal, before: FlowDocument, after: FlowDocument): void {
  if (can(principal, 'variables:view')) return
  const written = textsWithVariables(after)
  if (written.size === 0) return
  const known = textsWithVariables(before)
  for (const [place, texts] of written) {
    for (const text of texts) {
      if (known.get(place)?.has(text) === true) continue
      throw new RunnelError(
        'forbidden',
        'This flow names variables ($vars) in a text or code that is new. Who saves or runs that needs the right to view variables.',
      )
    }
  }
}
