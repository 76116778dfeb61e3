// Colour theme: as somebody chose, else as the system has it; set before anything is drawn, so nothing flashes.
{
  const night = matchMedia("(prefers-color-scheme: dark)");
  const show = () =>
    (document.documentElement.dataset.theme =
      localStorage.getItem("wishstone.theme") ?? (night.matches ? "dark" : "light"));
  night.addEventListener("change", show);
  show();
}
