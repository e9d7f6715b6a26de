import { type RunNode, readText } from '@runnel/node-kit'

/** Answers with the author's text. */
export const runDirectReply: RunNode = async (context) => {
  const message = readText(context.values, 'directReplyMessage')
  context.emitText(message)
  return { input: message, output: { content: message } }
}
