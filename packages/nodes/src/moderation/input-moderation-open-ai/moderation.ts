import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Authorise, askForJson, type Moderate, readText } from '@runnel/node-kit'

const URL_OF_MODERATIONS = 'https://api.openai.com/v1/moderations'
const MODEL = 'omni-moderation-latest'
const DEFAULT_MESSAGE = "Cannot Process! Input violates OpenAI's content moderation policies."

/** Lets a text go on that OpenAI does not flag. Where OpenAI cannot be asked, nothing goes on. */
export const refuseFlagged: Moderate = async (component, text, call) => {
  const answer = await askForJson(
    call,
    {
      url: URL_OF_MODERATIONS,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: text, model: MODEL }),
      effects: 'read',
      authorise: { component, apply: bearerOfKey },
    },
    { label: component.label },
  )
  if (!isFlagged(answer, component.label)) return text
  throw new RunnelError(
    'moderation_refused',
    readText(component.values, 'moderationErrorMessage') || DEFAULT_MESSAGE,
  )
}

const bearerOfKey: Authorise = ({ openAIApiKey = '' }) => {
  if (openAIApiKey.trim() !== '') return { headers: { authorization: `Bearer ${openAIApiKey.trim()}` } }
  throw new RunnelError('missing_credential', 'The credential of OpenAI has no key. Write it there.')
}

function isFlagged(answer: JsonValue, label: string): boolean {
  const results = isJsonObject(answer) && Array.isArray(answer.results) ? answer.results : []
  const verdicts = results.flatMap((result) => (isJsonObject(result) ? [result.flagged] : []))
  if (verdicts.length > 0 && verdicts.every((verdict) => typeof verdict === 'boolean'))
    return verdicts.includes(true)
  throw new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`)
}
