// A server with the tools, resources and prompts of fixed names that the official conformance suite calls. It takes the place of
// our tools behind our own mount, so that the suite tries every kind of answer through it.
import { fromJsonSchema, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = (said: string) => ({ type: 'text' as const, text: said });
/** One red pixel. */
const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=',
};
const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
});
const addressSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} } },
  );
  addAnswers(server);
  addDiagnostics(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addAnswers(server: McpServer): void {
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [audio],
    test_embedded_resource: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  };
  for (const [name, content] of Object.entries(answers))
    server.registerTool(name, { description: 'Answers with one kind of content' }, () => ({ content }));
  server.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema of 2020-12', inputSchema: fromJsonSchema(addressSchema) },
    () => ({ content: [text('called')] }),
  );
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs while it runs', inputSchema: z.object({}) },
    async (_input, context) => {
      for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        await context.mcpReq.log('info', said);
      return { content: [text('Tool with logging executed successfully')] };
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells its progress', inputSchema: z.object({}) },
    async (_input, context) => {
      const progressToken = context.mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken ?? 0, progress, total: 100 },
        });
      return { content: [text(String(progressToken))] };
    },
  );
}

function addDiagnostics(server: McpServer): void {
  server.registerTool('test_missing_capability', { description: 'Needs sampling' }, () =>
    inputRequired({
      inputRequests: {
        sample: inputRequired.createMessage({
          messages: [{ role: 'user', content: text('Say one word.') }],
          maxTokens: 10,
        }),
      },
    }),
  );
  server.registerTool(
    'test_streaming_elicitation',
    { description: 'Asks back', inputSchema: z.object({}) },
    () => {
      const requestedSchema = z.object({ value: z.string() });
      return inputRequired({
        inputRequests: { value: inputRequired.elicit({ message: 'Which value?', requestedSchema }) },
      });
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs, where that was asked for', inputSchema: z.object({}) },
    async (_input, context) => {
      await context.mcpReq.log('info', 'a line');
      return { content: [text('Logged.')] };
    },
  );
}

function addResources(server: McpServer): void {
  const uri = 'test://static-text';
  server.registerResource('static text', uri, { mimeType: 'text/plain' }, () => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  const binary = 'test://static-binary';
  server.registerResource('static binary', binary, { mimeType: 'image/png' }, () => ({
    contents: [{ uri: binary, mimeType: 'image/png', blob: image.data }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (address, { id }) => ({
      contents: [
        {
          uri: address.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

function addPrompts(server: McpServer): void {
  const said = (...content: ReturnType<typeof text>[]) => ({
    messages: content.map((each) => ({ role: 'user' as const, content: each })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () =>
    said(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: 'user',
          content: resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        },
        { role: 'user', content: text('Please process the embedded resource above.') },
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture' }, () => ({
    messages: [
      { role: 'user', content: image },
      { role: 'user', content: text('Please analyze the image above.') },
    ],
  }));
}
