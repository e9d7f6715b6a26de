import { type ReadPrompt, readJsonParam, readText } from '@runnel/node-kit'
import { fillPlaces, listPlaces } from '../template.ts'

/** A prompt of one user message. */
export const readPromptTemplate: ReadPrompt = (component) => {
  const template = readText(component.values, 'template')
  return {
    variables: listPlaces(template),
    values: readJsonParam(component, 'promptValues') ?? {},
    format: (given) => [{ role: 'user', content: fillPlaces(template, given) }],
  }
}
