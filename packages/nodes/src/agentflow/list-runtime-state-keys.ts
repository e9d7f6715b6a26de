import { findParamReadAs } from '@runnel/contract'
import { type LoadOptions, readRows, readText } from '@runnel/node-kit'

/** The keys of the flow state, from what lays it out among the previous nodes. */
export const listRuntimeStateKeys: LoadOptions = async ({ previousNodes, catalogue }) =>
  previousNodes
    .flatMap(({ name, inputs }) => {
      const definition = catalogue.find((candidate) => candidate.name === name)
      const state = findParamReadAs(definition, 'state')
      return state ? readRows(inputs, state.name) : []
    })
    .map((row) => readText(row, 'key'))
    .filter((key) => key !== '')
    .map((key) => ({ name: key, label: key }))
