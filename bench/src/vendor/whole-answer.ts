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

/** Body of an answer that is not streamed, as Anthropic words it. */
export function wholeMessage(model: string, text: string): string {
  return JSON.stringify({
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 8, output_tokens: 4 },
  })
}
