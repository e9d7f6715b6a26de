const CREATED = 1_767_355_200

/** Body of a chat completion that is not streamed, as OpenAI words it. */
export function wholeAnswer(model: string, text: string): string {
  return JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
    system_fingerprint: 'fp_bench',
  })
}
