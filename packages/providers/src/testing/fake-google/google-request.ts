/** One part of a content, as far as the server reads it. */
export interface GooglePart {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  inlineData?: { mimeType?: string; data?: string }
  executableCode?: { language?: string; code?: string }
  codeExecutionResult?: { outcome?: string; output?: string }
  functionCall?: { name?: string; args?: unknown; id?: string }
  functionResponse?: { name?: string; response?: unknown; id?: string }
}

/** The parts of a `generateContent` body that the server reads; the rest is kept as it came. */
export interface GoogleBody {
  contents?: { role?: string; parts?: GooglePart[] }[]
  systemInstruction?: { parts?: GooglePart[] }
  tools?: { functionDeclarations?: { name: string }[] }[]
  toolConfig?: { functionCallingConfig?: { mode?: string; allowedFunctionNames?: string[] } }
  generationConfig?: {
    responseMimeType?: string
    responseSchema?: Record<string, unknown>
    responseJsonSchema?: Record<string, unknown>
    thinkingConfig?: { includeThoughts?: boolean }
    responseModalities?: string[]
    imageConfig?: { aspectRatio?: string }
    [key: string]: unknown
  }
  [key: string]: unknown
}
