/** One chat completion by plain fetch; gives the text. @throws Error when the vendor refuses. */
export async function callVendor(baseUrl: string, content: string): Promise<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] }),
  })
  if (!response.ok) throw new Error(`The vendor answered ${response.status}.`)
  const body = (await response.json()) as { choices: { message: { content: string } }[] }
  return body.choices[0]?.message.content ?? ''
}
