import { type ReadPrompt, readObject, readText } from '@runnel/node-kit'
import { fillPlaces, listPlaces } from '../template.ts'

/** A prompt of one user message. */
export const readPromptTemplate: ReadPrompt = ({ values }) => {
  const template = readText(values, 'template')
  return {
    variables: listPlaces(template),
    values: readObject(values, 'promptValues') ?? {},
    format: (given) => [{ role: 'user', content: fillPlaces(template, given) }],
  }
}
