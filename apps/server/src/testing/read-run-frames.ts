/** One event of a run as its stream carries it. */
export interface RunFrame {
  id: string
  event: { type: string; text?: string; status?: string }
}

/** The frames of a run's stream; stops reading after `count`. */
export async function readRunFrames(response: Response, count?: number): Promise<RunFrame[]> {
  const frames: RunFrame[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const match = /^id: (\S+)\ndata: (.*)$/s.exec(text.slice(0, end))
      text = text.slice(end + 2)
      if (match?.[1] !== undefined && match[2] !== undefined)
        frames.push({ id: match[1], event: JSON.parse(match[2]).event })
      if (frames.length === count) return frames
    }
  }
  return frames
}
