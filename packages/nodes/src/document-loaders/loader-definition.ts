import type { InputDefinition, NodeDefinition, OutputDefinition } from '@runnel/contract'
import { allDocuments, type CapabilityLoaders, type LoadDocuments } from '@runnel/node-kit'
import type { Finishing, LoadPlain } from './finish-documents.ts'

/** What tells one loader of documents from another. */
interface LoaderFacts
  extends Pick<NodeDefinition, 'name' | 'label' | 'version' | 'icon' | 'description'>,
    Partial<Pick<NodeDefinition, 'credential' | 'sendsCredentialTo' | 'differs' | 'readsVariables'>> {
  /** Where the documents are: stands before the splitter. */
  source: InputDefinition[]
  /** How they are read: stands behind it. */
  settings?: InputDefinition[]
  /** What the param with additional metadata is called in the reference; `metadata` when not said. */
  metadataParam?: string
  /** Whether it asks servers, whose answers change. */
  reads?: 'files' | 'servers'
}

/** Cuts what a loader reads. */
const splitterInput: InputDefinition = {
  label: 'Text Splitter',
  name: 'textSplitter',
  type: 'TextSplitter',
  description: 'Cuts the documents into pieces; without one they stay whole',
  optional: true,
}

/** What is known of every document besides what the loader finds out. */
const metadataInputs = (name: string): InputDefinition[] => [
  {
    label: 'Additional Metadata',
    name,
    type: 'json',
    overridable: true,
    description: 'What else is known of every document, shown with the sources',
    namesNoHost: true,
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Omit Metadata Keys',
    name: 'omitMetadataKeys',
    type: 'string',
    overridable: true,
    rows: 4,
    placeholder: 'key1, key2, key3.nestedKey1',
    description: 'Names to leave out, separated by commas; * leaves out all but the additional ones',
    optional: true,
    additionalParams: true,
  },
]

/** What every source of documents gives: documents for a store, or their text for a param. */
export const documentOutputs: OutputDefinition[] = [
  {
    label: 'Document',
    name: 'document',
    description: 'Documents with what is known of them',
    baseClasses: ['Document', 'json'],
    provides: ['documentSource'],
  },
  {
    label: 'Text',
    name: 'text',
    description: 'The text of all documents, one after the other',
    baseClasses: ['string', 'json'],
    provides: ['text'],
  },
]

/** The definition of a loader of documents. */
export function loaderDefinition({
  source,
  settings = [],
  reads = 'files',
  metadataParam = 'metadata',
  ...own
}: LoaderFacts): NodeDefinition {
  return {
    ...own,
    type: 'Document',
    category: 'Document Loaders',
    baseClasses: ['Document'],
    kind: 'component',
    effects: reads === 'files' ? 'none' : 'read',
    inputs: [...source, splitterInput, ...settings, ...metadataInputs(metadataParam)],
    outputs: documentOutputs,
  }
}

/** All that a source of documents provides, made of the one file that gives them. */
export function provideDocuments(open: () => Promise<LoadDocuments>): CapabilityLoaders {
  return {
    documentSource: open,
    text: async () => {
      const loadDocuments = await open()
      return async (component, call) => {
        const documents = await allDocuments(loadDocuments(component, call))
        return documents.map(({ pageContent }) => pageContent).join('\n')
      }
    },
  }
}

/** All that a loader provides, made of the one file that reads. */
export function provideLoader(load: () => Promise<LoadPlain>, finishing: Finishing = {}): CapabilityLoaders {
  return provideDocuments(async () => {
    const [{ finishDocuments }, read] = await Promise.all([import('./finish-documents.ts'), load()])
    return (component, call, choice) =>
      finishDocuments({ ...finishing, read: (inner) => read(component, inner, choice) }, component, call)
  })
}
