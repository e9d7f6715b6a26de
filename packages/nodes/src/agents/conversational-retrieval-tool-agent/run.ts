import {
  fillPassages,
  findComponent,
  getModel,
  getRetriever,
  PASSAGES_PROMPT,
  REPHRASE_PROMPT,
  readText,
  recallMessages,
  rephraseQuestion,
  toUserMessage,
} from '@runnel/node-kit'
import { chatAgent } from '../run-chat-agent.ts'

/** An agent that is told passages for the question, as it stands alone, before it begins. */
export const runConversationalRetrievalToolAgent = chatAgent({
  compose: async (context) => {
    const { values } = context
    const retriever = getRetriever(context, 'vectorStoreRetriever')
    const history = await recallMessages(context, findComponent(context, 'memory', 'memory'))
    const { question, replies } = await rephraseQuestion(context, {
      model: findComponent(context, 'rephraseModel', 'chatModel') ?? getModel(context),
      prompt: readText(values, 'rephrasePrompt') || REPHRASE_PROMPT,
      history,
    })
    const found = await context.retrieve(retriever, { query: question })
    const prompt = readText(values, 'systemMessage') || PASSAGES_PROMPT
    const messages = [
      { role: 'system' as const, content: fillPassages(prompt, found) },
      ...history,
      toUserMessage(context.input, context.run.files),
    ]
    return { messages, earlier: replies }
  },
})
