/** A node of the reference as it stands in people's flows: its inputs, and of several outputs the names. */
interface ReferenceNode {
  inputs: readonly string[]
  outputs: readonly string[]
}

/** By type, `inputs`, or `inputs > outputs`. */
const NAMES: Readonly<Record<string, string>> = {
  // Embeddings.
  AWSBedrockEmbeddings: 'region model customModel endpointHost inputType batchSize maxRetries',
  azureOpenAIEmbeddings: 'batchSize timeout basepath baseOptions',
  azureOpenAIEmbeddingsLlamaIndex: 'timeout',
  baiduQianfanEmbeddings: 'modelName customModelName stripNewLines batchSize timeout',
  cohereEmbeddings: 'modelName inputType',
  googleGenerativeAiEmbeddings: 'modelName tasktype stripNewLines',
  googlevertexaiEmbeddings: 'modelName region stripNewLines',
  huggingFaceInferenceEmbeddings: 'modelName endpoint',
  ibmEmbedding: 'modelName truncateInputTokens maxRetries maxConcurrency',
  jinaEmbeddings: 'modelName modelDimensions allowLateChunking',
  localAIEmbeddings: 'basePath modelName',
  mistralAIEmbeddings: 'modelName batchSize stripNewLines overrideEndpoint',
  ollamaEmbedding: 'baseUrl modelName numGpu numThread useMMap',
  openAIEmbedding_LlamaIndex: 'modelName timeout basepath',
  openAIEmbeddings:
    'modelName stripNewLines batchSize timeout basepath baseOptions dimensions encodingFormat',
  openAIEmbeddingsCustom:
    'stripNewLines batchSize timeout basepath baseOptions modelName dimensions encodingFormat',
  togetherAIEmbedding: 'cache modelName',
  voyageAIEmbeddings: 'modelName',
  // Vector stores.
  Astra: 'document embeddings astraCollection vectorDimension similarityMetric topK > retriever vectorStore',
  chroma:
    'document embeddings recordManager collectionName chromaURL chromaMetadataFilter topK > retriever vectorStore',
  couchbase:
    'document embeddings bucketName scopeName collectionName indexName textKey embeddingKey couchbaseMetadataFilter topK > retriever vectorStore',
  documentStoreVS: 'selectedStore > retriever vectorStore',
  elasticsearch: 'document embeddings recordManager indexName topK similarity > retriever vectorStore',
  faiss: 'document embeddings basePath topK > retriever vectorStore',
  kendra: 'document region indexId fileUpload topK attributeFilter > retriever vectorStore',
  meilisearch: 'document embeddings host indexUid deleteIndex K semanticRatio searchFilter > retriever',
  memoryVectorStore: 'document embeddings topK > retriever vectorStore',
  milvus:
    'document embeddings milvusServerUrl milvusCollection milvusPartition fileUpload milvusTextField milvusFilter topK secure clientPemPath clientKeyPath caPemPath serverName > retriever vectorStore',
  mongoDBAtlas:
    'document embeddings databaseName collectionName indexName textKey embeddingKey mongoMetadataFilter topK > retriever vectorStore',
  openSearch: 'document embeddings indexName topK engine spaceType > retriever vectorStore',
  pinecone:
    'document embeddings recordManager pineconeIndex pineconeNamespace fileUpload pineconeTextKey pineconeMetadataFilter topK > retriever vectorStore',
  pineconeLlamaIndex:
    'document model embeddings pineconeIndex pineconeNamespace pineconeMetadataFilter topK > retriever vectorStore',
  postgres:
    'document embeddings recordManager host database port ssl tableName distanceStrategy fileUpload batchSize additionalConfig topK pgMetadataFilter contentColumnName > retriever vectorStore',
  qdrant:
    'document embeddings recordManager qdrantServerUrl qdrantCollection fileUpload qdrantVectorDimension contentPayloadKey metadataPayloadKey batchSize qdrantSimilarity qdrantCollectionConfiguration topK qdrantFilter > retriever vectorStore',
  redis:
    'document embeddings indexName replaceIndex contentKey metadataKey vectorKey topK > retriever vectorStore',
  simpleStoreLlamaIndex: 'document model embeddings basePath topK > retriever vectorStore',
  singlestore:
    'document embeddings host database tableName contentColumnName vectorColumnName metadataColumnName topK > retriever vectorStore',
  supabase:
    'document embeddings recordManager supabaseProjUrl tableName queryName supabaseMetadataFilter supabaseRPCFilter topK > retriever vectorStore',
  upstash: 'document embeddings recordManager fileUpload upstashMetadataFilter topK > retriever vectorStore',
  vectara:
    'document file filter sentencesBefore sentencesAfter lambda topK mmrK mmrDiversityBias > retriever vectorStore',
  vectaraUpload: 'file filter sentencesBefore sentencesAfter lambda topK > retriever vectorStore',
  weaviate:
    'document embeddings recordManager weaviateConnectionType weaviateHost weaviateHttpSecure weaviateGrpcHost weaviateGrpcSecure weaviateIndex weaviateTextKey weaviateMetadataKeys topK weaviateFilter alpha > retriever vectorStore',
  zep: 'document embeddings baseURL zepCollection zepMetadataFilter dimension topK > retriever vectorStore',
  zepCloud: 'document zepCollection zepMetadataFilter topK > retriever vectorStore',
  // Document loaders.
  airtable:
    'textSplitter baseId tableId viewId fields returnAll limit metadata omitMetadataKeys filterByFormula > document text',
  apifyWebsiteContentCrawler:
    'textSplitter urls crawlerType maxCrawlDepth maxCrawlPages additionalInput metadata omitMetadataKeys > document text',
  apiLoader: 'textSplitter method url headers caFile body metadata omitMetadataKeys > document text',
  braveSearchApiLoader: 'query textSplitter metadata omitMetadataKeys > document text',
  cheerioWebScraper:
    'url textSplitter relativeLinksMethod selectedLinks limit selector metadata omitMetadataKeys > document text',
  confluence: 'textSplitter baseUrl spaceKey limit metadata omitMetadataKeys > document text',
  csvFile: 'csvFile textSplitter columnName metadata omitMetadataKeys > document text',
  customDocumentLoader: 'functionInputVariables javascriptFunction > document text',
  documentStore: 'selectedStore > document text',
  docxFile: 'docxFile textSplitter metadata omitMetadataKeys > document text',
  epubFile: 'epubFile textSplitter usage metadata omitMetadataKeys > document text',
  figma: 'fileKey nodeIds recursive textSplitter metadata omitMetadataKeys > document text',
  fileLoader: 'file textSplitter usage legacyBuild pointerName metadata omitMetadataKeys > document text',
  fireCrawl:
    'textSplitter crawlerType url includeTags excludeTags onlyMainContent limit includePaths excludePaths extractSchema extractPrompt searchQuery searchLimit searchLang searchCountry searchTimeout > document text',
  folderFiles:
    'folderPath recursive textSplitter pdfUsage pointerName metadata omitMetadataKeys > document text',
  gitbook: 'webPath shouldLoadAllPaths textSplitter metadata omitMetadataKeys > document text',
  github:
    'repoLink branch recursive maxConcurrency githubBaseUrl githubInstanceApi ignorePath maxRetries textSplitter metadata omitMetadataKeys > document text',
  googleDrive:
    'selectedFiles folderId fileTypes includeSubfolders includeSharedDrives maxFiles textSplitter metadata omitMetadataKeys > document text',
  googleSheets:
    'spreadsheetIds sheetNames range includeHeaders valueRenderOption textSplitter metadata omitMetadataKeys > document text',
  jira: 'host projectKey limitPerRequest createdAfter textSplitter metadata omitMetadataKeys > document text',
  jsonFile: 'jsonFile textSplitter separateByObject pointersName metadata omitMetadataKeys > document text',
  jsonlinesFile: 'jsonlinesFile textSplitter pointerName metadata omitMetadataKeys > document text',
  microsoftExcel: 'excelFile textSplitter metadata omitMetadataKeys > document text',
  microsoftPowerpoint: 'powerpointFile textSplitter metadata omitMetadataKeys > document text',
  microsoftWord: 'docxFile textSplitter metadata omitMetadataKeys > document text',
  notionDB: 'textSplitter databaseId metadata omitMetadataKeys > document text',
  notionFolder: 'notionFolder textSplitter metadata omitMetadataKeys > document text',
  notionPage: 'textSplitter pageId metadata omitMetadataKeys > document text',
  oxylabs: 'textSplitter query source geo_location render parse user_agent_type > document text',
  pdfFile: 'pdfFile textSplitter usage legacyBuild metadata omitMetadataKeys > document text',
  plainText: 'text textSplitter metadata omitMetadataKeys > document text',
  playwrightWebScraper:
    'url textSplitter relativeLinksMethod selectedLinks limit waitUntilGoToOption waitForSelector cssSelector metadata omitMetadataKeys > document text',
  puppeteerWebScraper:
    'url textSplitter relativeLinksMethod selectedLinks limit waitUntilGoToOption waitForSelector cssSelector metadata omitMetadataKeys > document text',
  S3: 'bucketName keyName region fileProcessingMethod textSplitter metadata omitMetadataKeys unstructuredAPIUrl unstructuredAPIKey strategy encoding skipInferTableTypes hiResModelName chunkingStrategy ocrLanguages sourceIdKey coordinates xmlKeepTags includePageBreaks multiPageSections combineUnderNChars newAfterNChars maxCharacters metadata omitMetadataKeys > document text',
  s3Directory:
    'textSplitter bucketName region serverUrl prefix pdfUsage metadata omitMetadataKeys > document text',
  searchApi: 'query customParameters textSplitter metadata omitMetadataKeys > document text',
  serpApi: 'query textSplitter metadata omitMetadataKeys > document text',
  spiderDocumentLoaders:
    'textSplitter mode url limit additional_metadata params omitMetadataKeys > document text',
  textFile: 'txtFile textSplitter metadata omitMetadataKeys > document text',
  unstructuredFileLoader:
    'fileObject unstructuredAPIUrl strategy encoding skipInferTableTypes hiResModelName chunkingStrategy ocrLanguages sourceIdKey coordinates xmlKeepTags includePageBreaks xmlKeepTags multiPageSections combineUnderNChars newAfterNChars maxCharacters metadata omitMetadataKeys > document text',
  vectorStoreToDocument: 'vectorStore query minScore > document text',
  // Text splitters.
  characterTextSplitter: 'chunkSize chunkOverlap separator',
  codeTextSplitter: 'language chunkSize chunkOverlap',
  htmlToMarkdownTextSplitter: 'chunkSize chunkOverlap',
  markdownTextSplitter: 'chunkSize chunkOverlap splitByHeaders',
  recursiveCharacterTextSplitter: 'chunkSize chunkOverlap separators',
  tokenTextSplitter: 'encodingName chunkSize chunkOverlap',
  // Record managers.
  MySQLRecordManager: 'host database port additionalConfig tableName namespace cleanup sourceIdKey',
  postgresRecordManager: 'host database port ssl additionalConfig tableName namespace cleanup sourceIdKey',
  SQLiteRecordManager: 'additionalConfig tableName namespace cleanup sourceIdKey',
  // Retrievers.
  awsBedrockKBRetriever: 'region knoledgeBaseID query topK searchType filter',
  AzureRerankRetriever: 'baseRetriever model query topK maxChunksPerDoc > retriever document text',
  cohereRerankRetriever: 'baseRetriever model query topK maxChunksPerDoc > retriever document text',
  customRetriever: 'vectorStore query resultFormat topK > retriever document text',
  embeddingsFilterRetriever: 'baseRetriever embeddings query similarityThreshold k > retriever document text',
  extractMetadataRetriever:
    'vectorStore model query dynamicMetadataFilterRetrieverPrompt dynamicMetadataFilterRetrieverStructuredOutput topK > retriever document text',
  HydeRetriever: 'model vectorStore query promptKey customPrompt topK > retriever document text',
  JinaRerankRetriever: 'baseRetriever model query topN > retriever document text',
  llmFilterRetriever: 'baseRetriever model query > retriever document text',
  multiQueryRetriever: 'vectorStore model modelPrompt',
  promptRetriever: 'name description systemMessage',
  RRFRetriever: 'baseRetriever model query queryCount topK c > retriever document text',
  similarityThresholdRetriever:
    'vectorStore query minSimilarityScore maxK kIncrement > retriever document text',
  vectorStoreRetriever: 'vectorStore name description',
  voyageAIRerankRetriever: 'baseRetriever model query topK > retriever document text',
  // Chains.
  conversationalRetrievalQAChain:
    'model vectorStoreRetriever memory returnSourceDocuments rephrasePrompt responsePrompt inputModeration',
  conversationChain: 'model memory chatPromptTemplate inputModeration systemMessagePrompt',
  getApiChain: 'model apiDocs headers urlPrompt ansPrompt',
  graphCypherQAChain:
    'model graph cypherPrompt cypherModel qaPrompt qaModel inputModeration returnDirect > graphCypherQAChain outputPrediction',
  llmChain: 'model prompt outputParser inputModeration chainName > llmChain outputPrediction',
  multiPromptChain: 'model promptRetriever inputModeration',
  multiRetrievalQAChain: 'model vectorStoreRetriever returnSourceDocuments inputModeration',
  openApiChain: 'model yamlLink yamlFile headers inputModeration',
  postApiChain: 'model apiDocs headers urlPrompt ansPrompt',
  retrievalQAChain: 'model vectorStoreRetriever inputModeration',
  sqlDatabaseChain:
    'model database url includesTables ignoreTables sampleRowsInTableInfo topK customPrompt inputModeration',
  vectaraQAChain: 'vectaraStore summarizerPromptName responseLang maxSummarizedResults inputModeration',
  vectorDBQAChain: 'model vectorStore inputModeration',
}

const listOf = (names = '') => names.split(' ').filter(Boolean)

/** The nodes of documents, stores, retrieval and chains that the reference has, with the names that its flows hold. */
export const REFERENCE_NODES: ReadonlyMap<string, ReferenceNode> = new Map(
  Object.entries(NAMES).map(([type, names]) => {
    const [inputs, outputs] = names.split('>')
    return [type, { inputs: listOf(inputs), outputs: listOf(outputs) }]
  }),
)
