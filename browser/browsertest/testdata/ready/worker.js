// Computes for a while, in two parts.
const end = performance.now() + 300;
while (performance.now() < end);
setTimeout(() => postMessage("complete"), 300);
