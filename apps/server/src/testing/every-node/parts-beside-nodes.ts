import { type NodePartCase, nodePartCases, OWN_MODEL } from '@runnel/nodes/testing'
import { type NodePart, ownModel, wired } from './node-flows.ts'
import type { NodeWorld } from './node-world.ts'
import type { PartCase } from './part-case.ts'

/** The parts of a case with the credentials that they take, on the flow's own model. */
async function openParts(world: NodeWorld, { parts }: NodePartCase): Promise<NodePart[]> {
  const open: NodePart[] = []
  for (const { credential, ...part } of parts)
    open.push(
      part.node === OWN_MODEL.node
        ? ownModel(world.scene)
        : { ...part, ...(credential && { credential: await world.makeKey(part.node, credential) }) },
    )
  return open
}

const nobody = { status: 599, headers: {}, body: '' }

/** What stands beside the nodes, as it is run by API. */
export const partsBesideNodes: PartCase[] = nodePartCases.map((part) => {
  let answer: ReturnType<NonNullable<typeof part.startServer>> | undefined
  const { node, wires, says, startServer, fills, asks, text, json, sources, told } = part
  return {
    node,
    flow: async (world) => {
      answer = startServer?.()
      return wired(await openParts(world, part), wires)
    },
    ...(says && { model: ({ body }) => ({ text: says(JSON.stringify(body.messages)) }) }),
    ...(startServer && { server: (sent) => answer?.(sent) ?? nobody }),
    ...(fills !== undefined && { fills }),
    asks: [asks],
    ...(text !== undefined && { text }),
    ...(json !== undefined && { json }),
    ...(sources && { sources }),
    ...(told !== undefined && { told }),
  }
})
