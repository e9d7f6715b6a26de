import { type BuildNode, readObject, readText } from '@runnel/node-kit'
import { fillPlaces, listPlaces } from './template.ts'

/** A prompt of one user message. */
export const buildPromptTemplate: BuildNode = ({ values }) => {
  const template = readText(values, 'template')
  return {
    kind: 'prompt',
    prompt: {
      variables: listPlaces(template),
      values: readObject(values, 'promptValues') ?? {},
      format: (given) => [{ role: 'user', content: fillPlaces(template, given) }],
    },
  }
}
