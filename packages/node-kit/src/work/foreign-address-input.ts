import type { InputDefinition } from '@runnel/contract'

/** The server on which Flowise ran the flow; here it is run by this one. */
export function foreignAddressInput(name: string): InputDefinition {
  return {
    label: 'Base URL',
    name,
    type: 'string',
    description: 'Kept for imported flows: the flow is run here, whatever stands in this field',
    readAs: 'foreignAddress',
    optional: true,
    additionalParams: true,
  }
}
