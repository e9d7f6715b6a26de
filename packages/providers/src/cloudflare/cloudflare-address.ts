/** A part of the path: nothing in it may lead elsewhere. */
const ACCOUNT = /^[\w-]+$/

/** Where Workers AI of the credential's account is; undefined where it names none. */
export function cloudflareAddress({
  cloudflareAccountId: id = '',
}: Record<string, string>): string | undefined {
  return ACCOUNT.test(id.trim()) ? `https://api.cloudflare.com/client/v4/accounts/${id.trim()}/ai` : undefined
}
