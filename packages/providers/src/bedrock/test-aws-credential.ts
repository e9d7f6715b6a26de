import { awsHost, type CredentialTest, signAws } from '@runnel/node-kit'

/** The region that answers for keys of every region. */
const REGION = 'us-east-1'

/** Asks AWS whose keys they are. */
export const testAwsCredential: CredentialTest = async (fields, at) => {
  if (!fields.awsKey?.trim() && !fields.awsSecret?.trim()) return undefined
  const call = {
    url: `https://${awsHost('sts', REGION)}/`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Action=GetCallerIdentity&Version=2011-06-15',
  }
  const { headers } = await signAws('sts', REGION)(fields, { ...call, leavesAt: at })
  return { ...call, headers: { ...call.headers, ...headers } }
}
