import { RunnelError } from '@runnel/contract'
import { askForJson, readText, type Toolset, textAt } from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'
import { readSnsAddress, snsForm } from './sns-address.ts'

/** One tool: it publishes what a model writes to the topic that its author chose. */
export const awsSNSToolset: Toolset = {
  list: () => [
    {
      name: 'aws_sns_publish',
      description: 'Publishes a message to all who have subscribed to a topic of AWS SNS.',
      inputSchema: {
        type: 'object',
        properties: { message: { type: 'string', description: 'The text of the message' } },
        required: ['message'],
        additionalProperties: false,
      },
      effects: 'write',
    },
  ],
  async call(component, { input }, call) {
    const message = readArgument(input, 'message')
    const topic = readText(component.values, 'topicArn').trim()
    if (topic === '') {
      throw new RunnelError('invalid_input', `${component.label} has no topic. Choose one in the node.`)
    }
    const { url, sign } = readSnsAddress(component.values)
    const answer = await askForJson(
      call,
      {
        url,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: snsForm('Publish', { TopicArn: topic, Message: message }),
        authorise: { component, apply: sign },
      },
      { label: component.label },
    )
    const id = textAt(answer, 'PublishResponse', 'PublishResult', 'MessageId')
    return { content: cutText(id === '' ? 'SNS gave no id for the message.' : `Published as message ${id}.`) }
  },
}
