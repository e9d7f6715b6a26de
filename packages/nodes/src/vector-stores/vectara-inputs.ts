import type { CredentialDefinition, InputDefinition } from '@runnel/contract'
import { filterInput } from './store-definition.ts'

/** A corpus of Vectara. Names of fields are those of Flowise, whose corpora had numbers. */
export const vectaraCredential: CredentialDefinition = {
  name: 'vectaraApi',
  untested: 'paid',
  label: 'Vectara API',
  version: 1,
  inputs: [
    {
      label: 'Customer ID',
      name: 'customerID',
      type: 'string',
      description: 'Kept for imported credentials: Vectara asks for it no more',
      optional: true,
    },
    {
      label: 'Corpus Key',
      name: 'corpusID',
      type: 'string',
      placeholder: 'my_corpus_3',
      description:
        'The key of the corpus. One that had a number alone has a key now, made of its name and that number',
    },
    { label: 'API Key', name: 'apiKey', type: 'password' },
  ],
}

/** Where the nodes of Vectara do otherwise than those of Flowise. */
export const VECTARA_DIFFERS =
  'Vectara ended the API that Flowise spoke: the credential names one corpus by its key, no number and no list.'

const sentencesInput = (side: 'Before' | 'After'): InputDefinition => ({
  label: `Sentences ${side}`,
  name: `sentences${side}`,
  type: 'number',
  overridable: true,
  min: 0,
  default: 2,
  description: `How many sentences ${side.toLowerCase()} the one that was found are given with it`,
  additionalParams: true,
  optional: true,
})

/** What is asked of a corpus beside Top K. */
export const vectaraSearchInputs: InputDefinition[] = [
  filterInput('filter', {
    type: 'string',
    placeholder: "doc.topic = 'tea'",
    description:
      'Only what this filter lets pass is found; written in the form of Vectara, about filter attributes of the corpus',
  }),
  sentencesInput('Before'),
  sentencesInput('After'),
  {
    label: 'Lambda',
    name: 'lambda',
    type: 'number',
    overridable: true,
    step: 0.005,
    min: 0,
    max: 1,
    default: 0,
    description:
      'How much the words of a question count beside its meaning, 1 by themselves. Empty or 0 is 0.025, as in Flowise',
    additionalParams: true,
    optional: true,
  },
]

/** How many pieces are found. */
export const vectaraTopK = (usual: number): InputDefinition => ({
  label: 'Top K',
  name: 'topK',
  type: 'number',
  overridable: true,
  placeholder: String(usual),
  description: `How many pieces are found; ${usual} when empty`,
  additionalParams: true,
  optional: true,
})

/** What makes found pieces more varied. */
export const vectaraVarietyInputs: InputDefinition[] = [
  {
    label: 'MMR K',
    name: 'mmrK',
    type: 'number',
    overridable: true,
    min: 1,
    placeholder: '50',
    description: 'Of how many pieces the most varied ones are chosen; 50 when empty',
    additionalParams: true,
    optional: true,
  },
  {
    label: 'MMR diversity bias',
    name: 'mmrDiversityBias',
    type: 'number',
    overridable: true,
    step: 0.1,
    min: 0,
    max: 1,
    placeholder: '0.0',
    description: 'From 0, the nearest pieces, to 1, the most varied ones',
    additionalParams: true,
    optional: true,
  },
]
