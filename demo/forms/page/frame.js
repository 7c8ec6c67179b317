// Collects what its two frames say; the second is of another site.
const said = {};
addEventListener('message', ({ data }) => {
  said[data.place] = data.text;
  if (said.near && said.far) done(`${said.near}|${said.far}`);
});
