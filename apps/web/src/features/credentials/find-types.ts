import type { CredentialDefinition } from '@runnel/contract'

type NamedType = Pick<CredentialDefinition, 'name' | 'label'>

/** The types whose label or name holds the text, whatever the case, by label; those whose label begins with it first. */
export function findTypes<Type extends NamedType>(types: readonly Type[], text: string): Type[] {
  const wanted = text.trim().toLowerCase()
  const found = types.filter(({ name, label }) => `${label}\n${name}`.toLowerCase().includes(wanted))
  const rank = ({ label }: NamedType) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label))
}
