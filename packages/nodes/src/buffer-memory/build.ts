import { type BuildNode, readText } from '@runnel/node-kit'

/** A memory that keeps every message. */
export const buildBufferMemory: BuildNode = ({ node, values }) => {
  const sessionId = readText(values, 'sessionId')
  return {
    kind: 'memory',
    memory: {
      key: readText(values, 'memoryKey') || 'chat_history',
      label: node.label,
      ...(sessionId === '' ? {} : { sessionId }),
      select: (messages) => messages,
    },
  }
}
