import { listKnown, listKnownModels } from './list-known.ts'

const RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9']

/** The choices of a node that draws: its models by name, and the sizes or the usual ratios that they take. */
export const imageLists = (models: readonly string[], sizes: readonly string[] = []) => ({
  listModels: async () => listKnownModels(models),
  listSizes: async () => listKnown(sizes),
  listRatios: async () => listKnown(RATIOS),
})
