/** Deletes the cookies that scripts can see; those of the session are the server's to delete. */
export function clearReadableCookies(page: Pick<Document, 'cookie'>): void {
  for (const pair of page.cookie.split(';')) {
    const name = pair.split('=')[0]?.trim()
    if (name) page.cookie = `${name}=; Max-Age=0; Path=/`
  }
}
