#!/usr/bin/env node
// Writes what a release is made of, as CycloneDX 1.6 (https://cyclonedx.org/specification/overview/): the crates in the binary, the
// packages in its pages, and the tools that make those, each with the hash that its lock file demands.
//
//   scripts/sbom.mjs x86_64-unknown-linux-musl > stoa.cdx.json
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const target = process.argv[2];
if (!target) throw new Error('for which target? scripts/sbom.mjs x86_64-unknown-linux-musl');
const root = new URL('..', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const run = (program, ...parts) => execFileSync(program, parts, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const { packages, resolve } = JSON.parse(
  run('cargo', 'metadata', '--locked', '--format-version', '1', '--filter-platform', target),
);
const crates = new Map(packages.map((crate) => [crate.id, crate]));
const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
const checksums = new Map(
  [...read('Cargo.lock').matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g)].map(
    ([, name, version, checksum]) => [`${name}@${version}`, checksum],
  ),
);
const crateRef = ({ name, version }) => `pkg:cargo/${name}@${version}`;
const licence = (text) => (text ? [{ expression: text.replaceAll('/', ' OR ') }] : []);

// What is in the binary or makes it, but not what only tests need.
const own = packages.find(({ name, source }) => name === 'stoa' && source === null);
const needs = (id) =>
  nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== 'dev')).map(({ pkg }) => pkg);
const used = new Set([own.id]);
for (const id of used) for (const other of needs(id)) used.add(other);
used.delete(own.id);

const fromCrates = [...used].map((id) => {
  const crate = crates.get(id);
  const { name, version, license, repository } = crate;
  const content = checksums.get(`${name}@${version}`);
  if (!content) throw new Error(`${name} ${version} has no checksum in Cargo.lock`);
  return {
    type: 'library',
    'bom-ref': crateRef(crate),
    name,
    version,
    scope: 'required',
    hashes: [{ alg: 'SHA-256', content }],
    licenses: licence(license),
    purl: crateRef(crate),
    ...(repository && { externalReferences: [{ type: 'vcs', url: repository }] }),
  };
});

const fromNpm = Object.entries(JSON.parse(read('ui/package-lock.json')).packages)
  .filter(([path]) => path)
  .map(([path, { version, integrity, license, dev, devOptional, name }]) => {
    const called = name ?? path.split('node_modules/').at(-1);
    const purl = `pkg:npm/${called.replace('@', '%40')}@${version}`;
    if (!integrity?.startsWith('sha512-')) throw new Error(`${called} ${version} has no integrity in ui/package-lock.json`);
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      name: called,
      version,
      scope: dev || devOptional ? 'excluded' : 'required',
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
      licenses: licence(license),
      purl,
    };
  });

const inOrder = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);
const pages = fromNpm.filter(({ scope }) => scope === 'required').map((part) => part['bom-ref']);
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    // Of the commit, so that the same commit makes the same file.
    timestamp: run('git', 'log', '-1', '--format=%cI').trim(),
    component: {
      type: 'application',
      'bom-ref': crateRef(own),
      name: own.name,
      version: own.version,
      licenses: licence(own.license),
      purl: crateRef(own),
    },
    properties: [{ name: 'target', value: target }],
  },
  components: [...fromCrates, ...fromNpm].sort(inOrder),
  dependencies: [own.id, ...used]
    .map((id) => ({
      ref: crateRef(crates.get(id)),
      dependsOn: [...needs(id).map((other) => crateRef(crates.get(other))), ...(id === own.id ? pages : [])].sort(),
    }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
