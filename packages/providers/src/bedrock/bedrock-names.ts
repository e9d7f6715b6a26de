/** Regions that offer Bedrock. */
export const BEDROCK_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'us-gov-east-1',
  'us-gov-west-1',
  'ca-central-1',
  'sa-east-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-south-2',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-south-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'me-central-1',
]

/** Chat models of Bedrock to choose from; an account may have others. */
export const BEDROCK_CHAT_MODELS = [
  'anthropic.claude-opus-4-8',
  'anthropic.claude-sonnet-4-6',
  'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'anthropic.claude-haiku-4-5-20251001-v1:0',
  'amazon.nova-2-lite-v1:0',
  'amazon.nova-pro-v1:0',
  'amazon.nova-lite-v1:0',
  'amazon.nova-micro-v1:0',
  'openai.gpt-oss-120b-1:0',
  'openai.gpt-oss-20b-1:0',
  'meta.llama3-3-70b-instruct-v1:0',
  'mistral.mistral-large-2407-v1:0',
  'deepseek.r1-v1:0',
]

/** Embeddings of Bedrock to choose from. */
export const BEDROCK_EMBEDDINGS = [
  'amazon.titan-embed-text-v2:0',
  'amazon.titan-embed-text-v1',
  'amazon.nova-2-multimodal-embeddings-v1:0',
  'cohere.embed-v4:0',
  'cohere.embed-english-v3',
  'cohere.embed-multilingual-v3',
]
