import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import type { CapabilityLoaders } from '@runnel/node-kit'

/** What tells one record manager from another. */
interface ManagerFacts
  extends Pick<NodeDefinition, 'name' | 'label' | 'version' | 'type'>,
    Partial<Pick<NodeDefinition, 'credential' | 'sendsCredentialTo' | 'sendsCredentialBy'>> {
  /** Where the database is that Flowise writes to. */
  place?: InputDefinition[]
}

const cleanupInput: InputDefinition = {
  label: 'Cleanup',
  name: 'cleanup',
  type: 'options',
  default: 'none',
  options: [
    {
      label: 'None',
      name: 'none',
      description: 'What is stored stays, also when it is given no more',
    },
    {
      label: 'Incremental',
      name: 'incremental',
      description: 'What came of the same things as what is given now, and is given no more, goes',
    },
    { label: 'Full', name: 'full', description: 'Everything of the namespace that is given no more goes' },
  ],
  additionalParams: true,
  optional: true,
}

const sharedInputs: InputDefinition[] = [
  {
    label: 'Additional Configuration',
    name: 'additionalConfig',
    type: 'json',
    description: 'Kept for imported flows: no table is written',
    namesNoHost: true,
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Table Name',
    name: 'tableName',
    type: 'string',
    placeholder: 'upsertion_records',
    description: 'Kept for imported flows: no table is written',
    additionalParams: true,
    optional: true,
  },
  {
    label: 'Namespace',
    name: 'namespace',
    type: 'string',
    overridable: true,
    description: 'Stores of the same namespace keep their pieces together; empty is one of the store itself',
    additionalParams: true,
    optional: true,
  },
  cleanupInput,
  {
    label: 'SourceId Key',
    name: 'sourceIdKey',
    type: 'string',
    default: 'source',
    description:
      'For incremental cleanup: the key of the metadata that says what a piece came of, such as a file or an address',
    additionalParams: true,
    optional: true,
  },
]

/** The definition of a node that says how a store keeps in step with what it is given. */
export function recordManagerDefinition({ place = [], ...own }: ManagerFacts): NodeDefinition {
  return {
    ...own,
    icon: 'IconRefresh',
    category: 'Record Manager',
    description: 'Says what becomes of pieces in a vector store that are given no more',
    baseClasses: [own.type, 'RecordManager'],
    kind: 'component',
    effects: 'none',
    provides: ['recordManager'],
    differs:
      'What is stored is known in the vector store itself, so no table of records is read or written. Pieces that Flowise stored are not cleaned up. In a document store the vectors always are those of its chunks.',
    inputs: [...place, ...sharedInputs],
  }
}

/** Where Flowise has its table. */
export const databaseInputs: InputDefinition[] = ['Host', 'Database', 'Port'].map((label) => ({
  label,
  name: label.toLowerCase(),
  type: label === 'Port' ? 'number' : 'string',
  description: 'Kept for imported flows: no connection is made',
  additionalParams: true,
  optional: true,
}))

/** What every record manager provides. */
export const provideRecords: CapabilityLoaders = {
  recordManager: async () => (await import('./read-policy.ts')).readRecordPolicy,
}
