import { type CredentialTest, testKey } from '@runnel/node-kit'
import { API_KEY_MARK, askForBaiduToken, TOKEN_ADDRESS } from './baidu-access.ts'
import { BAIDU_HOME, BAIDU_KEY } from './baidu-home.ts'

/** Asks Baidu Cloud for a token for the two keys; an API key is shown where models are listed. */
export const testBaiduCredential: CredentialTest = async (fields, at) => {
  const accessKey = fields[BAIDU_KEY.field]?.trim() ?? ''
  if (accessKey.startsWith(API_KEY_MARK)) {
    return testKey(BAIDU_KEY.field, { url: `${BAIDU_HOME.baseURL}/models` })(fields, at)
  }
  const secret = fields.qianfanSecretKey?.trim() ?? ''
  return secret === ''
    ? undefined
    : { url: TOKEN_ADDRESS, ...(await askForBaiduToken(accessKey, secret, at)) }
}
