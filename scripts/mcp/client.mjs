// A client of the npm SDK: prints what it sees as JSON.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, token] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const client = new Client({ name: 'walk', version: '1' });
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
await client.connect(transport);
const call = (name, args) => client.callTool({ name, arguments: args });
const { tools } = await client.listTools();
const search = await call('search', { query: 'columns' });
const question = await call('read_question', { question: search.structuredContent.questions[0].link });
const tags = await call('list_tags', { name: 'hist' });
const absent = await call('read_question', { question: '0000000000001' });
console.log(
  JSON.stringify({
    server: client.getServerVersion().name,
    version: transport.protocolVersion,
    tools: tools.map((tool) => tool.name),
    search: search.structuredContent,
    search_text: search.content[0].text,
    question: question.structuredContent,
    question_text: question.content[0].text,
    tags: tags.structuredContent,
    absent: [absent.isError, absent.content[0].text],
  }),
);
await client.close();
