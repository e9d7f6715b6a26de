const CREATED = 1_767_355_200

/** The frames of one streamed chat completion, as OpenAI words them. */
export interface StreamFrames {
  first: string
  token(text: string): string
  last: string
}

/** Frames of a completion of one token, which may be made while it is sent. */
export function streamFrames(model: string): StreamFrames {
  const chunk = (choices: object[], usage?: object) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion.chunk',
      created: CREATED,
      model,
      choices,
      ...(usage === undefined ? {} : { usage }),
    })}\n\n`
  const choice = (delta: object, finish: string | null) => ({ index: 0, delta, finish_reason: finish })
  return {
    first: chunk([choice({ role: 'assistant', content: '', refusal: null }, null)]),
    token: (text) => chunk([choice({ content: text }, null)]),
    last: `${chunk([choice({}, 'stop')])}${chunk([], {
      prompt_tokens: 8,
      completion_tokens: 1,
      total_tokens: 9,
    })}data: [DONE]\n\n`,
  }
}
