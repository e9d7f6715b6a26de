import { nodesQuery } from '../app/nodes-query.ts'
import { queryClient } from '../app/query-client.ts'

/** Puts the cards of a flow file apart; what knows their sizes is fetched with the first file. */
export async function arrangeFlowFile(flowFile: string): Promise<string> {
  const { spreadFlowFile } = await import('../features/canvas/layout/spread-flow-file.ts')
  return spreadFlowFile(flowFile, await queryClient.ensureQueryData(nodesQuery))
}
