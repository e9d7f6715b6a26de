/** A vendor's refusal by HTTP status. */
export interface Refusal {
  vendor: string
  modelName: string
  status: number
  /** The vendor's own words, already without secrets; empty where it has none. */
  detail: string
  /** The account has no credit left: waiting does not help. */
  outOfQuota: boolean
}

/** What happened and what to do, in plain words. */
export function describeRefusal(refusal: Refusal): string {
  const { vendor, modelName, status, outOfQuota } = refusal
  const told = refusal.detail === '' ? '' : `: ${refusal.detail}`
  if (outOfQuota) {
    return `${vendor} has no credit left for this account (${status}, model ${modelName}). Add credit there, or choose another credential.`
  }
  switch (status) {
    case 401:
      return `401: ${vendor} refused the API key (model ${modelName}). Check the key in the credential, or choose another credential.`
    case 403:
      return `403: ${vendor} does not allow this key to use the model ${modelName}${told}. Check the rights of the key.`
    case 404:
      return `404: ${vendor} does not know the model ${modelName}${told}. Choose another model, or check the base path.`
    case 413:
      return `413: The request is too large for ${vendor} (model ${modelName})${told}. Shorten the messages or the memory.`
    case 429:
      return `429: ${vendor} is asked too often (model ${modelName})${told}. Wait a little, or raise the limit of the account.`
    default:
      return status >= 500
        ? `${status}: ${vendor} has a fault of its own (model ${modelName})${told}. Try again later.`
        : `${status}: ${vendor} refused the request (model ${modelName})${told}. Check the settings of the model.`
  }
}
